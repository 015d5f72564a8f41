<?php

class Line
{
    private bool $breaks = false;

    public function format(string $text): string
    {
        return $text;
    }
}
