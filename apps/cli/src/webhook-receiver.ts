import { Webhook } from 'standardwebhooks';

/** Milliseconds after which an attempt without a complete response has failed. */
const attemptTimeout = 15_000;

/** Bytes of a response that are read and ignored, because only a response that was read completely leaves its connection for reuse. */
const maxResponseBytes = 65_536;

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
  private readonly webhook: Webhook;

  /** @param secret `whsec_` and the key in base64 */
  constructor(
    private readonly url: URL,
    secret: string,
    private readonly userAgent: string,
  ) {
    this.webhook = new Webhook(secret);
  }

  /**
   * Sends one event. Never rejects: a connection that fails is a failed attempt.
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
      'webhook-signature': this.webhook.sign(id, now, body),
    };
    const signal = AbortSignal.timeout(attemptTimeout);
    try {
      const response = await fetch(this.url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await discardBody(response);
      return attemptOf(response);
    } catch (error) {
      return { outcome: 'failed', reason: reasonOf(error as Error), retryAfter: 0 };
    }
  }
}

async function discardBody({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxResponseBytes) return;
  }
}

function attemptOf({ ok, status, headers }: Response): Attempt {
  if (ok) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'gone' };
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return {
    outcome: 'failed',
    reason: `response with status ${status}${redirect}`,
    retryAfter: parseRetryAfter(headers.get('retry-after') ?? ''),
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

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no complete response within ${attemptTimeout / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}
