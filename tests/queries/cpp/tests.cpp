// Test blocks define nothing by themselves; what stands in them does.
TEST(ItemTest, HasPrice) {
    int price = 1;
    struct Row { int cell; };
    EXPECT_EQ(price, 1);
}

TEST_F(Fixture, Works)
{
    foreach (item, items) { use(item); }
    std::string text(name);
}

static void test_helper() {}
