RSpec.describe "posts" do
  it "lists" do
    get "/posts"
    spec = HTTParty.get("http://localhost/posts/7")
  end
end
