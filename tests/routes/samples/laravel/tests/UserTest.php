<?php

class UserTest extends TestCase
{
    public function test_show()
    {
        $this->getJson('/api/users/7');
    }
}
