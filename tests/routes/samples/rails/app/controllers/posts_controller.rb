class PostsController < ApplicationController
  PER_PAGE = 20

  def index; end
  def show; end
  def publish; end
  def recent; end
end
