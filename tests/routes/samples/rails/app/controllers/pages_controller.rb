class PagesController < ApplicationController
  def home; end
  def about; end
  def help; end
  def search; end
end
