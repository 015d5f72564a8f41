<?php

Route::get('/here', function () {
    $name = helper('x');
});

function helper($name) {}
