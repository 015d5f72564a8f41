<?php

namespace Illuminate\App;

class UserController
{
    public function show($id) {}
    public function update() {}
    public function destroy($id) {}
}

class OrderController
{
    public function store() {}
}

class PhotoController
{
    public function index() {}
    public function show() {}
}

class PageController
{
    public function index() {}
    public function edit() {}
}
