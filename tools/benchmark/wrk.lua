-- Script for wrk: reads the requests from standard input, sends them in a cycle, and writes a line of JSON at the end.
-- With an argument, it ends after this number of responses.

local ffi = require("ffi")
ffi.cdef("int getpid(void); int kill(int pid, int signal);")
local interrupt = 2

local requests = {}
local sent = 0

-- One request per line: method, path, authorization, prefix of the idempotency keys and body, separated by tabs.
function init(arguments)
  local remaining = tonumber(arguments[1])
  -- Without this function, wrk does not pass the responses to Lua, which takes CPU time.
  response = remaining and function()
    remaining = remaining - 1
    if remaining == 0 then
      ffi.C.kill(ffi.C.getpid(), interrupt)
    end
  end
  for line in io.lines() do
    local method, path, authorization, prefix, body = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
    local headers = { ["Authorization"] = authorization }
    if prefix ~= "" then
      -- `request` replaces the @ by a number.
      headers["Idempotency-Key"] = prefix .. "-@"
    end
    if body == "" then
      body = nil
    else
      headers["Content-Type"] = "application/json"
    end
    local text = wrk.format(method, path, headers, body)
    local before, after = text:match("^(.*%-)@(.*)$")
    if prefix == "" then
      before, after = text, nil
    end
    requests[#requests + 1] = { before = before, after = after }
  end
end

function request()
  local next = requests[sent % #requests + 1]
  sent = sent + 1
  return next.after and next.before .. sent .. next.after or next.before
end

-- Times are in microseconds. `wrk.ts` reads this line.
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '{"duration":%d,"requests":%d,"p50":%d,"p99":%d,"failed":%d}\n',
    summary.duration,
    summary.requests,
    latency:percentile(50),
    latency:percentile(99),
    failed
  ))
end
