extern crate alloc;
pub extern crate core as base;

use anyhow;
use serde as ser;
use crate::a::B;
pub use crate::c::D as E;
pub(crate) use self::inner::*;
use ::absolute::path;
use super::up;
use std::{
    collections::*,
    fmt::{self, Debug as Dbg, Display, Write as _},
    io::{self as stdio, prelude::*, Read as R, error::{Error, ErrorKind as Kind, self, net::Tcp, inner::*}},
    mem,
    path::Path,
    sync::Arc as Shared,
    thread as threads,
};
use tokio::{self, runtime::{Builder, task::*, io::File as TokioFile}};
pub use log::{self as logging, *};
use {one, two::three, four as five, six::seven as eight, nine::*};
use {ten::{eleven, self, twelve as dozen}, a::{b::{c, d as e, f::g, h::*, self}}};
