import Dependencies._

ThisBuild / scalaVersion := "3.3.1"

// The whole build.
lazy val root = (project in file("."))
  .settings(name := "example")

lazy val core, macros = project
val Version = "1.0"
def module(name: String): Project = Project(name, file(name))
