import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { TunnelAgent } from './https-proxy.ts';

/** Milliseconds after which an attempt without the head of a response has failed. */
const attemptTimeout = 15_000;

/** Largest head of a response in bytes, as in browsers. */
const maxHeaderSize = 262_144;

/**
 * Bytes of the body of a response that are read and ignored, and milliseconds for them, because only a response that was read completely
 * leaves its connection for reuse.
 */
const [maxBodyBytes, bodyTimeout] = [65_536, 1_000];

/** Milliseconds for which a connection waits for the next event, as in Node's own agent. */
const idleTimeout = 5_000;

/**
 * Longest pause in milliseconds that a receiver can ask for: one day. Without a limit, one wrong header could end the delivery for years,
 * and Node's timers end at once if they are set to more than 24 days.
 */
const maxRetryAfter = 24 * 60 * 60 * 1_000;

/** The result of one attempt. `retryAfter` is in milliseconds, 0 if the receiver has not asked for a pause. */
export type Attempt =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryAfter: number };

/**
 * Sends events to one URL, signed as Standard Webhooks 1.0 says (https://www.standardwebhooks.com). It does not follow redirects,
 * because the operator has configured this receiver and no other.
 */
export class WebhookReceiver {
  private readonly webhooks: readonly Webhook[];
  private readonly agent: http.Agent;

  /**
   * @param secrets each `whsec_` and the key in base64. Events are signed with each of them.
   * @param proxy through which an https receiver is reached
   */
  constructor(
    private readonly url: URL,
    secrets: readonly string[],
    private readonly userAgent: string,
    proxy?: URL,
  ) {
    this.webhooks = secrets.map((secret) => new Webhook(secret));
    const options = { keepAlive: true, timeout: idleTimeout };
    if (proxy) this.agent = new TunnelAgent(proxy, attemptTimeout, options);
    else this.agent = new (url.protocol === 'https:' ? https : http).Agent(options);
  }

  /**
   * Sends one event. Never rejects: a connection that fails is a failed attempt. The status decides, whatever follows it.
   * @param id identifies the event in all attempts, so that the receiver can recognise a repeat
   * @param body the CloudEvent in JSON
   */
  async send(id: string, body: string): Promise<Attempt> {
    const now = new Date();
    const headers = {
      'content-type': 'application/cloudevents+json',
      'user-agent': this.userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': this.webhooks.map((webhook) => webhook.sign(id, now, body)).join(' '),
    };
    const signal = AbortSignal.timeout(attemptTimeout);
    // The lenient parser accepts malformed header fields beside the status. They can harm only the connection to this receiver.
    const options = { method: 'POST', headers, agent: this.agent, maxHeaderSize, insecureHTTPParser: true };
    const request = http.request(this.url, options);
    // Also the errors after the status, which nobody awaits.
    request.on('error', () => undefined);
    try {
      const [response] = (await once(request.end(body), 'response', { signal })) as [IncomingMessage];
      await discardBody(response);
      return attemptOf(response);
    } catch (error) {
      request.destroy();
      const status = unparsedStatus(error as { rawPacket?: Buffer });
      if (status) return attemptOf({ statusCode: Number(status), headers: {} });
      // The receiver has probably closed the connection after the event before, and has not seen this one.
      if (request.reusedSocket && (error as Error).name !== 'AbortError') return this.send(id, body);
      return { outcome: 'failed', reason: reasonOf(error as NodeJS.ErrnoException), retryAfter: 0 };
    }
  }
}

async function discardBody(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of addAbortSignal(AbortSignal.timeout(bodyTimeout), response)) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBodyBytes) return;
    }
  } catch {
    // A body that cannot be read changes nothing.
  }
}

/** Returns the status of a response whose head Node refuses, for example because the length of the body is in it twice. */
function unparsedStatus({ rawPacket }: { rawPacket?: Buffer }): string | undefined {
  return /(?:^|\n\r?\n)HTTP\/1\.\d ([2-5]\d\d)(?!\d)/.exec(rawPacket?.toString('latin1') ?? '')?.[1];
}

function attemptOf({ statusCode: status = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'gone' };
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return {
    outcome: 'failed',
    reason: `response with status ${status}${redirect}`,
    retryAfter: parseRetryAfter(headers['retry-after'] ?? ''),
  };
}

/**
 * Returns the milliseconds of the header Retry-After, which contains seconds or a date (RFC 9110, section 10.2.3); at most
 * `maxRetryAfter`, and 0 if the header is invalid.
 */
export function parseRetryAfter(text: string, now = Date.now()): number {
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return milliseconds > 0 ? Math.min(milliseconds, maxRetryAfter) : 0;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.name === 'AbortError' ? `no response within ${attemptTimeout / 1000} s` : (error.code ?? error.message);
}
