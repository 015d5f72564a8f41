class CommentsController < ApplicationController
  def create; end
end
