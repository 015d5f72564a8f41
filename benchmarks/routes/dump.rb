# Prints the routes of a Rails application's config/routes.rb as truth, drawn by ActionPack alone:
#
#     ruby benchmarks/routes/dump.rb APPLICATION REPOSITORY COMMIT
#
# What only other libraries know (`devise_for`, mounted engines) draws nothing here. Redirects have no handler.
require "action_controller"
require "action_dispatch"
require "json"

class Object
  def self.const_missing(name) = const_set(name, Class.new)
end

class ActionDispatch::Routing::Mapper
  def mount(*, **) = nil
  def method_missing(*) = nil
  def respond_to_missing?(*) = false
end

module Rails
  Config = Struct.new(:force_ssl)
  Application = Struct.new(:routes, :config)
  def self.application = (@application ||= Application.new(ActionDispatch::Routing::RouteSet.new, Config.new(false)))
  def self.env = Struct.new(:development?, :test?, :production?).new(false, false, true)
  def self.configuration = application.config
end

root, repository, commit = ARGV
load File.join(root, "config/routes.rb")
rows = Rails.application.routes.routes.flat_map do |route|
  pattern = route.path.spec.to_s.sub(/\(\.:format\)\z/, "")
  controller, action = route.defaults.values_at(:controller, :action)
  handler = controller && "app/controllers/#{controller}_controller.rb:#{action}"
  handler = nil unless handler && File.exist?(File.join(root, handler.split(":").first))
  methods = route.verb.empty? ? ["ANY"] : route.verb.split("|")
  methods.map { |method| [method, pattern, handler] }
end
rows = rows.uniq.sort_by(&:to_s)
head = { repository: repository, commit: commit, framework: "rails", how: "running" }
puts "#{JSON.generate(head)[0..-2]}, \"routes\": ["
puts rows.map { |row| "  #{JSON.generate(row)}" }.join(",\n")
puts "]}"
