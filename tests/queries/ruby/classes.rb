# frozen_string_literal: true

require "json"
require_relative 'lib/entry'
load("tasks.rb")
require "#{dir}/dynamic"
autoload :Ledger, "ledger"

# Books and their pages.
# More of them.
module Books
  # A book.
  class Book < Base
    include Comparable
    class Error < StandardError; end
    LIMIT, FLOOR = 10, 1
    FIRST = SECOND = 3
    DEFAULT = 1 unless defined?(DEFAULT)
    Shared::WIDTH = 80
    CACHE ||= {}
    GREET = ->(name) { "hi #{name}" }
    TEXT = <<~EOS
      def not_me
      end
    EOS
    @@count = 0

    attr_reader :title, # what it is called
                :author
    # How long it is.
    attr_accessor :pages
    private attr_writer :secret
    alias name title
    alias []= store
    alias_method :size, :pages

    # Makes one.
    def initialize(title, pages: 0) # :nodoc:
      @title = title
      @pages = pages
    end

    def self.open(path, &block)
      new(path)
    end

    def Book.close = nil

    def other.borrowed; end

    class << self
      attr_reader :registry

      def register(book)
        local = 2
      end

      private

      def check!(path) = path.to_s
    end

    def [](row) = row

    def ==(other)
      pages == other.pages
    end

    def +@; end

    def pages=(count)
      @pages = count
    end

    # Keeps it to itself.
    private def secret?; true; end

    memoize def slow(a = <<~A)
      text
    A
      a
    end

    def summary = <<~EOS
      def not_me_either
    EOS

    if RUBY_VERSION >= "3"
      def twin; :new; end
    else
      def twin; :old; end
    end

    def outer
      def inner; end
    end

=begin
A block of words.
=end
    def documented; end

    define_method(:rest) { |n = 1| "rest #{n}" }
    define_method "quoted" do |a|
      a
    end
    define_method("#{name}_dynamic") { }
    %w[walk run].each do |pace|
      module_eval <<~CODE, __FILE__, __LINE__ + 1
        def #{pace}_fast
          "#{pace}!"
        end
      CODE
    end
    private_class_method def self.hidden; end
  end

  # Where it lies.
  Place = Struct.new(:shelf, :row, keyword_init: true) do
    def to_s = "#{shelf}/#{row}"
  end

  class Pair < Struct.new(:left, :right)
  end

  Point = Data.define(:x, :y)
  ORIGIN = Struct.new(:x, :y).new(0, 0)
  Halt = Class.new(StandardError)
  Stop = ::Class.new(Halt) do
    def stop!; end
  end
  Named = Module.new do
    def named?; true; end
  end

  class << self
    def library; end
  end

  module_function

  def shelve(book)
    handler = Class.new do
      def handle; end
    end
  end
end

class Books::Page::Line
  class self::Word; end
end

# Reopened.
class Books::Page::Line
  def length; end
end

module Refined
  refine String do
    def shout = upcase
  end
end

Books::Book.class_eval do
  def patched; end
end

class << Books
  def extended; end
end

module Books
  def Books.again; end
end

$verbose = true
plain = 1
double = ->(n) { n * 2 }

def main(argv)
  puts argv
end

__END__
def after_the_end; end
