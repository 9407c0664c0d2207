-- Script for wrk: reads the requests from standard input, sends them in a cycle, and writes a line of JSON at the end.

local requests = {}
local last = 0

-- One request per line: method, path, authorization and body, separated by tabs.
function init()
  for line in io.lines() do
    local method, path, authorization, body = line:match("^(.-)\t(.-)\t(.-)\t(.*)$")
    local headers = { ["Authorization"] = authorization }
    if body == "" then
      body = nil
    else
      headers["Content-Type"] = "application/json"
    end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end

-- Times are in microseconds. `wrk.ts` reads this line.
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '{"duration":%d,"requests":%d,"p99":%d,"failed":%d}\n',
    summary.duration,
    summary.requests,
    latency:percentile(99),
    failed
  ))
end
