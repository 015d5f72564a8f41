<?php

use Illuminate\Support\Facades\Route;

Route::resource('pages', PageController::class, ['only' => ['index', 'edit']]);
Route::resource('pages.notes', PageController::class)->only('index');
Route::prefix('more')->group(base_path('routes/more.php'));
