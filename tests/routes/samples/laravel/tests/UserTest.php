<?php

class UserTest extends TestCase
{
    public function test_show()
    {
        $this->actingAs($user)->delete('/api/admin/users/7');
        $this->getJson('/api/users/7');
    }
}
