<?php

class Before
{
    public function fine() {}

    public function broken(int $x
    {
        $y = [1, 2;
    }

    public function after() {}
}

function still_here() {}
