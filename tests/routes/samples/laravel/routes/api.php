<?php

use Illuminate\Support\Facades\Route;

Route::get('/users/{id}', [UserController::class, 'show']);
Route::match(['put', 'patch'], 'users', 'UserController@update');
Route::middleware('auth')->group(function () {
    Route::prefix('admin')->group(function () {
        Route::delete('/users/{id}', [UserController::class, 'destroy']);
    });
    Route::controller(OrderController::class)->group(function () {
        Route::post('/orders', 'store');
    });
});
Route::group(['prefix' => 'grouped'], function () {
    Route::any('/any', fn () => 'any');
    Route::view('/page', 'page');
});
Route::apiResource('photos', PhotoController::class)->only(['index', 'show']);
