# Writes down which method each call of a running program reached: one line a pair of place and method, with tabs
# between: path and line of the call, the name that is called, path and line of the method.
#
#     TRACED=calls.tsv RUBYOPT=-r./benchmarks/tracing/trace ruby program.rb
out = File.open(ENV.fetch('TRACED'), 'a')
out.sync = true
seen = {}
TracePoint.new(:call) do |point|
  from = caller_locations(2, 1)&.first
  next unless from

  key = "#{from.absolute_path || from.path}\t#{from.lineno}\t#{point.callee_id}\t#{point.path}\t#{point.lineno}"
  next if seen[key]

  seen[key] = true
  out.puts(key)
end.enable
