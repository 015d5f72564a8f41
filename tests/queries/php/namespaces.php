<?php
namespace App\Models {
    const LIMIT = 1;
    $settings = [];
    class User {}
    function find(int $id): ?User {}
}

namespace {
    class Everywhere {}
    function anywhere() {}
}
