class Admin::PostsController < ApplicationController
  def destroy; end
end
