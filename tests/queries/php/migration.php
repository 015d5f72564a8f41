#!/usr/bin/env php
<?php

return new class extends Migration
{
    public function up(): void {}
};
