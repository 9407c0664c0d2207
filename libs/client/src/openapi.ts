// Generated from apps/api/openapi.beta.yaml by `npm run generate`: not to be changed by hand.
import type { Int64 } from './exact-json.ts';
export interface paths {
  '/pets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List animals
     * @description Returns a page of the animals in the store, in ascending order of `id`. If there are more, the `Link` header with `rel="next"` contains the path of the next page, with the same `limit` and filters. All pages cost the same. An animal that was created before the first page was requested appears exactly once.
     */
    get: operations['listPets'];
    put?: never;
    /**
     * Add an animal
     * @description Stores a new animal and returns it with its `id`. The animal is durable when the response arrives. Members that NewPet does not name are ignored, also an `id`. Send an `Idempotency-Key` with every create: with it the request can be repeated after any failure, and creates one animal. Without it a browser, a runtime or a proxy that repeats a request whose response was lost creates a second animal.
     */
    post: operations['createPet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/pets/{petId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an animal (to be removed on 2030-12-05: use GET /pets)
     * @deprecated
     * @description Returns one animal. **Deprecated: to be removed on 2030-12-05.** Use `GET /pets` with the `status` filter instead. Until then the operation works. Its responses have the headers `Deprecation`, `Sunset` and `Link`.
     */
    get: operations['getPet'];
    put?: never;
    post?: never;
    /**
     * Delete an animal (beta)
     * @description Removes the animal from the store. Its orders and its events stay. While an order has reserved the animal, it cannot be deleted. A repeat of the request is 404, so 404 can follow a deletion that was executed: browsers, Deno, Bun and proxies repeat a request whose response was lost.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    delete: operations['deletePet'];
    options?: never;
    head?: never;
    /**
     * Change an animal (beta)
     * @description Changes the members that the body names (JSON Merge Patch, RFC 7396), and returns the whole animal. No member can be removed, so `null` is invalid. While an order has reserved the animal, only the order can change its `status`. A repeat of the request has no further effect, unless another client has changed the animal meanwhile: `If-Match` prevents that one of the changes is lost. Browsers, Deno, Bun and proxies repeat a request whose response was lost. So an error can follow an update that was executed: read the animal again.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    patch: operations['updatePet'];
    trace?: never;
  };
  '/store/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List orders (beta)
     * @description Returns a page of the orders, in ascending order of `id`, with the rules of listPets.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    get: operations['listOrders'];
    put?: never;
    /**
     * Reserve an animal (beta)
     * @description Places an order for an available animal, which becomes `pending`. Of concurrent requests for one animal, exactly one succeeds. Send an `Idempotency-Key` with every order: with it the request can be repeated after any failure, and a repeat returns the order as it was placed. Without it a browser, a runtime or a proxy that repeats a request whose response was lost gets 409 for its own order.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    post: operations['placeOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/store/orders/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an order (beta)
     * @description Returns one order.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    get: operations['getOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/store/orders/{orderId}/complete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete an order (beta)
     * @description The adopter has the animal: a `placed` order becomes `completed`, its animal `sold`. If the order is already `completed`, it stays as it is, so the request can be repeated.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    post: operations['completeOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/store/orders/{orderId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an order (beta)
     * @description The adopter withdraws: a `placed` order becomes `cancelled`, its animal `available`. This also ends an order whose animal was deleted in the database, without the API. If the order is already `cancelled`, it stays as it is, so the request can be repeated.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    post: operations['cancelOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/store/orders/{orderId}/return': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Return an animal (beta)
     * @description The animal comes back: a `completed` order becomes `returned`, its animal `available`. Only the latest order of a `sold` animal can be returned. If the order is already `returned`, it stays as it is, so the request can be repeated.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    post: operations['returnOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events (beta)
     * @description Returns a page of the log of all changes: what happened to which animal, when, and by which API key. Each event is a CloudEvent 1.0. No committed change is missing, and the events of one animal are in the order in which they happened. The `Link` header with `rel="next"` always contains the path of the next page, also if the page is empty. Without `cursor`, the log begins with its oldest event.
     *
     *     **Beta:** this operation may change or be removed in any release.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description Stage of the adoption.
     * @example available
     * @enum {string}
     */
    PetStatus: 'available' | 'pending' | 'sold';
    NewPet: {
      /**
       * @description The animal's name: a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates. Stored unchanged.
       * @example Rex
       */
      name: string;
      /**
       * Format: int64
       * @description Identifier of the animal's category: an integer from -9223372036854775808 to 9223372036854775807.
       * @example 7
       */
      categoryId: Int64;
      /**
       * @description Stage of the adoption.
       * @default available
       */
      status?: components['schemas']['PetStatus'];
    };
    Pet: {
      /**
       * Format: int64
       * @description Unique identifier. The service assigns it.
       * @example 1
       */
      id: Int64;
      /**
       * @description The animal's name: a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates. Stored unchanged.
       * @example Rex
       */
      name: string;
      /**
       * Format: int64
       * @description Identifier of the animal's category: an integer from -9223372036854775808 to 9223372036854775807.
       * @example 7
       */
      categoryId: Int64;
      /**
       * @description Stage of the adoption.
       * @default available
       */
      status?: components['schemas']['PetStatus'];
    };
    PetUpdate: {
      /**
       * @description The animal's name: a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates. Stored unchanged.
       * @example Rex
       */
      name?: string;
      /**
       * Format: int64
       * @description Identifier of the animal's category: an integer from -9223372036854775808 to 9223372036854775807.
       * @example 7
       */
      categoryId?: Int64;
      /** @description Stage of the adoption. */
      status?: components['schemas']['PetStatus'];
    };
    /**
     * @description Stage of the order.
     * @example placed
     * @enum {string}
     */
    OrderStatus: 'placed' | 'completed' | 'cancelled' | 'returned';
    NewOrder: {
      /**
       * Format: int64
       * @description Identifier of the animal: an integer from -9223372036854775808 to 9223372036854775807.
       * @example 1
       */
      petId: Int64;
      /**
       * @description The client's own name for the order: a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates. Stored unchanged. It should not contain data about people.
       * @example adoption-2026-117
       */
      reference?: string;
    };
    Order: {
      /**
       * Format: int64
       * @description Unique identifier. The service assigns it.
       * @example 1
       */
      id: Int64;
      /**
       * Format: int64
       * @description Identifier of the animal: an integer from -9223372036854775808 to 9223372036854775807.
       * @example 1
       */
      petId: Int64;
      /**
       * @description The client's own name for the order: a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates. Stored unchanged. It should not contain data about people.
       * @example adoption-2026-117
       */
      reference?: string;
      /** @description Stage of the order. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description Time at which the order was placed.
       * @example 2026-11-22T10:15:30.123Z
       */
      placedAt: string;
      /**
       * Format: date-time
       * @description Time at which the status changed last. At first, the time of `placedAt`.
       * @example 2026-11-22T10:15:30.123Z
       */
      updatedAt: string;
    };
    /**
     * @description What happened.
     * @example order.placed
     * @enum {string}
     */
    EventType:
      | 'pet.created'
      | 'pet.updated'
      | 'pet.deleted'
      | 'order.placed'
      | 'order.completed'
      | 'order.cancelled'
      | 'order.returned';
    EventData: {
      /** @description The animal after the change; with `pet.deleted`, as it was. Absent only from an `order.cancelled` whose animal was deleted in the database, without the API. */
      pet?: components['schemas']['Pet'];
      /** @description The order after the change, if the type begins with `order.`. */
      order?: components['schemas']['Order'];
    };
    Event: {
      /**
       * @description Version of CloudEvents.
       * @example 1.0
       * @enum {string}
       */
      specversion: '1.0';
      /**
       * Format: uuid
       * @description A UUID, which no other event ever gets, also not after a restore.
       * @example 7d0c1b0e-62b7-4d0c-9a54-1f1a7c6f2b11
       */
      id: string;
      /**
       * Format: uri-reference
       * @description The store.
       * @example /v1
       * @enum {string}
       */
      source: '/v1';
      /** @description What happened. */
      type: components['schemas']['EventType'];
      /**
       * @description The animal to which it happened.
       * @example pets/42
       */
      subject: string;
      /**
       * Format: date-time
       * @description Clock of the database when the event was stored. It does not order the events.
       * @example 2026-11-22T10:15:30.123Z
       */
      time: string;
      /**
       * @description Public id of the API key that made the change, or `operator`.
       * @example key_07MhKIMdMgo8T
       */
      actor: string;
      /**
       * @description Position in the log, as text that sorts as the positions do. Events of one animal have ascending ones. After a restore to an earlier state, another event can get it.
       * @example 0000000000000001207
       */
      sequence: string;
      /** @description The animal, and the order if it is about one. */
      data: components['schemas']['EventData'];
    };
    /** @description Animals, in ascending order of id. */
    Pets: components['schemas']['Pet'][];
    /** @description Orders, in ascending order of id. */
    Orders: components['schemas']['Order'][];
    /** @description Events, in the order of the log. */
    Events: components['schemas']['Event'][];
    Error: {
      /**
       * @description The kind of the error, for programs. Each code has one meaning and one status.
       * @example pet_not_found
       * @enum {string}
       */
      code:
        | 'unknown_pet'
        | 'malformed_request'
        | 'malformed_json'
        | 'invalid_body'
        | 'invalid_parameter'
        | 'missing_api_key'
        | 'invalid_api_key'
        | 'read_only_key'
        | 'pet_not_found'
        | 'order_not_found'
        | 'route_not_found'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'pet_has_order'
        | 'pet_not_available'
        | 'invalid_order_transition'
        | 'idempotency_conflict'
        | 'cursor_gone'
        | 'precondition_failed'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'expectation_failed'
        | 'idempotency_mismatch'
        | 'rate_limited'
        | 'headers_too_large'
        | 'internal_error'
        | 'service_unavailable'
        | 'outcome_unknown';
      /**
       * @description What is wrong and what is allowed, for people.
       * @example There is no animal with this petId.
       */
      message: string;
      /**
       * Format: int32
       * @description The HTTP status of the response.
       * @example 404
       */
      status: number;
    };
  };
  responses: {
    /**
     * @description `malformed_request`: The request line, a header or the path cannot be read.
     *
     *     `invalid_parameter`: A query parameter or header has an invalid value.
     */
    'malformed_request-invalid_parameter': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `missing_api_key`: There is no Authorization header.
     *
     *     `invalid_api_key`: The Authorization header holds no valid API key.
     */
    'missing_api_key-invalid_api_key': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `request_timeout`: The request was not sent in time. */
    request_timeout: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `expectation_failed`: The Expect header asks for something else than 100-continue. */
    expectation_failed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `rate_limited`: The API key has reached its limit of requests. This request was not executed. */
    rate_limited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `headers_too_large`: The request line and headers are too large. */
    headers_too_large: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `internal_error`: The service failed; its log has the cause under the X-Request-Id. */
    internal_error: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `service_unavailable`: The service cannot do this at the moment. */
    service_unavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `malformed_request`: The request line, a header or the path cannot be read.
     *
     *     `malformed_json`: The body is empty, not UTF-8 or not JSON.
     *
     *     `invalid_body`: The body is JSON but does not match the operation's schema.
     *
     *     `invalid_parameter`: A query parameter or header has an invalid value.
     */
    'malformed_request-malformed_json-invalid_body-invalid_parameter': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `read_only_key`: The API key is read-only, and the operation changes data. */
    read_only_key: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_conflict`: A request with this Idempotency-Key is still being executed. */
    idempotency_conflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `payload_too_large`: The body is too large. */
    payload_too_large: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unsupported_media_type`: The media type is not supported, its charset is not utf-8, or the body has a Content-Encoding. */
    unsupported_media_type: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `idempotency_mismatch`: This Idempotency-Key belongs to a request with another body, or to another operation. */
    idempotency_mismatch: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `service_unavailable`: The service cannot do this at the moment.
     *
     *     `outcome_unknown`: The database did not confirm the change, so it may have been made. Repeat the request to find out, a create only with its Idempotency-Key.
     */
    'service_unavailable-outcome_unknown': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `malformed_request`: The request line, a header or the path cannot be read. */
    malformed_request: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `missing_api_key`: There is no Authorization header.
     *
     *     `invalid_api_key`: The Authorization header holds no valid API key.
     */
    'missing_api_key-invalid_api_key-deprecated': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['DeprecationLink'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `pet_not_found`: There is no animal with this petId. */
    'pet_not_found-deprecated': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['DeprecationLink'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `rate_limited`: The API key has reached its limit of requests. This request was not executed. */
    'rate_limited-deprecated': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['DeprecationLink'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `internal_error`: The service failed; its log has the cause under the X-Request-Id. */
    'internal_error-deprecated': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['DeprecationLink'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `service_unavailable`: The service cannot do this at the moment. */
    'service_unavailable-deprecated': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['DeprecationLink'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `pet_not_found`: There is no animal with this petId. */
    pet_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `pet_has_order`: An order has reserved the animal: complete or cancel the order to change the status or to delete the animal. */
    pet_has_order: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `precondition_failed`: If-Match has no tag of the present version of the animal. Nothing was done. Read the animal again. */
    precondition_failed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `unsupported_media_type`: The media type is not supported, its charset is not utf-8, or the body has a Content-Encoding. */
    'unsupported_media_type-patch': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        /**
         * @description The media types of the body (RFC 5789).
         * @example application/merge-patch+json, application/json
         */
        'Accept-Patch': 'application/merge-patch+json, application/json';
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `unknown_pet`: The animal of the order does not exist.
     *
     *     `malformed_request`: The request line, a header or the path cannot be read.
     *
     *     `malformed_json`: The body is empty, not UTF-8 or not JSON.
     *
     *     `invalid_body`: The body is JSON but does not match the operation's schema.
     *
     *     `invalid_parameter`: A query parameter or header has an invalid value.
     */
    'unknown_pet-malformed_request-malformed_json-invalid_body-invalid_parameter': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /**
     * @description `pet_not_available`: The animal is pending or sold, so it cannot be ordered.
     *
     *     `idempotency_conflict`: A request with this Idempotency-Key is still being executed.
     */
    'pet_not_available-idempotency_conflict': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        /**
         * @description Seconds to wait before a retry.
         * @example 1
         */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `order_not_found`: There is no order with this orderId. */
    order_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `invalid_order_transition`: The status of the order or of its animal does not allow this. */
    invalid_order_transition: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description `cursor_gone`: The cursor belongs to a state of the database that no longer exists. Request a cursor with start=latest, read all pages of listPets again, then continue with that cursor. */
    cursor_gone: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Cache-Control': components['headers']['Cache-Control'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
    'X-Request-Id': string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Identifies the request in the log of the service. It is the id that you sent, if that was valid.
     * @example 01f23dba-d7dc-4eba-95a9-12e2f77bcb01
     */
    'X-Request-Id': string;
    /**
     * @description No cache may store the response.
     * @example no-store
     */
    'Cache-Control': 'no-store';
    /**
     * @description Paths of other pages (RFC 8288): `rel="next"`, absent on the last page, and `rel="first"`, absent on the first page.
     * @example </v1/pets?limit=20&cursor=be9xxIv9Nzc>; rel="next"
     */
    Link: string;
    /**
     * @description Path of what the request created.
     * @example /v1/pets/1
     */
    Location: string;
    /**
     * @description The authentication scheme (RFC 6750), with `error="invalid_token"` if the key is not valid.
     * @example Bearer realm="petstore"
     */
    'WWW-Authenticate': string;
    /**
     * @description Seconds to wait before a retry.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description Requests (`q`) that an API key may send in `w` seconds, by draft-ietf-httpapi-ratelimit-headers-11. Absent if there is no limit, and if the request was refused before it was counted.
     * @example "default";q=100;w=60
     */
    'RateLimit-Policy': string;
    /**
     * @description Requests (`r`) that the API key may still send in the next `t` seconds, by the same draft. Absent if `RateLimit-Policy` is absent.
     * @example "default";r=42;t=17
     */
    RateLimit: string;
    /**
     * @description When the operation was deprecated, as `@` and seconds since 1970 (RFC 9745).
     * @example @1795132800
     */
    Deprecation: string;
    /**
     * @description When the operation is to be removed (RFC 8594).
     * @example Thu, 05 Dec 2030 00:00:00 GMT
     */
    Sunset: string;
    /**
     * @description The operation to use instead (`rel="successor-version"`) and the documentation of the deprecation (`rel="deprecation"`).
     * @example </v1/pets>; rel="successor-version", </docs#/pets/getPet>; rel="deprecation"; type="text/html"
     */
    DeprecationLink: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listPets: {
    parameters: {
      query?: {
        /** @description Maximum number of animals returned, from 1 to 100. */
        limit?: number;
        /** @description Where the previous page ended: opaque, the value of `cursor` in the `Link` header of that page with `rel="next"`, and valid only with the same status. */
        cursor?: string;
        /** @description Restricts the list to animals with that status. */
        status?: components['schemas']['PetStatus'];
      };
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of animals. The `Link` header contains the path of the next page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Rex",
           *         "categoryId": 7,
           *         "status": "available"
           *       },
           *       {
           *         "id": 2,
           *         "name": "Tom O'Malley",
           *         "categoryId": 2,
           *         "status": "available"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Pets'];
        };
      };
      400: components['responses']['malformed_request-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      408: components['responses']['request_timeout'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable'];
    };
  };
  createPet: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique key of this create, best a random one: 1 to 255 visible ASCII characters, bare or as a quoted string (RFC 8941). For 24 hours, a repeat with the same body gets the same response, and a repeat with another body is refused. Only keys of successful creates are stored. */
        'Idempotency-Key'?: string;
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPet'];
      };
    };
    responses: {
      /** @description The created animal, with its id. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location: components['headers']['Location'];
          /**
           * @description The version of the animal (RFC 9110), for `If-Match`. Each change raises it. A proxy that compresses changes the tag: send it as you received it, without reading it.
           * @example "3"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "name": "Rex",
           *       "categoryId": 7,
           *       "status": "available"
           *     }
           */
          'application/json': components['schemas']['Pet'];
        };
      };
      400: components['responses']['malformed_request-malformed_json-invalid_body-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_conflict'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      417: components['responses']['expectation_failed'];
      422: components['responses']['idempotency_mismatch'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  getPet: {
    parameters: {
      query?: never;
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the animal. The response is 404 if it is not an int64.
         * @example 1
         */
        petId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The animal. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['DeprecationLink'];
          /**
           * @description The version of the animal (RFC 9110), for `If-Match`. Each change raises it. A proxy that compresses changes the tag: send it as you received it, without reading it.
           * @example "3"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "name": "Rex",
           *       "categoryId": 7,
           *       "status": "available"
           *     }
           */
          'application/json': components['schemas']['Pet'];
        };
      };
      400: components['responses']['malformed_request'];
      401: components['responses']['missing_api_key-invalid_api_key-deprecated'];
      404: components['responses']['pet_not_found-deprecated'];
      408: components['responses']['request_timeout'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited-deprecated'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error-deprecated'];
      503: components['responses']['service_unavailable-deprecated'];
    };
  };
  deletePet: {
    parameters: {
      query?: never;
      header?: {
        /** @description One or several entity tags from the header `ETag`, as you received them, or `*` for any (RFC 9110). If none is that of the present version, the response is 412 and this request changes nothing. A tag is a version, so a weak one and one with a suffix such as `-gzip`, which proxies that compress make of it, match as well. */
        'If-Match'?: string;
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the animal. The response is 404 if it is not an int64.
         * @example 1
         */
        petId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The animal is gone. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['malformed_request-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      404: components['responses']['pet_not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['pet_has_order'];
      412: components['responses']['precondition_failed'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  updatePet: {
    parameters: {
      query?: never;
      header?: {
        /** @description One or several entity tags from the header `ETag`, as you received them, or `*` for any (RFC 9110). If none is that of the present version, the response is 412 and this request changes nothing. A tag is a version, so a weak one and one with a suffix such as `-gzip`, which proxies that compress make of it, match as well. */
        'If-Match'?: string;
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the animal. The response is 404 if it is not an int64.
         * @example 1
         */
        petId: Int64;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/merge-patch+json': components['schemas']['PetUpdate'];
        'application/json': components['schemas']['PetUpdate'];
      };
    };
    responses: {
      /** @description The animal after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          /**
           * @description The version of the animal (RFC 9110), for `If-Match`. Each change raises it. A proxy that compresses changes the tag: send it as you received it, without reading it.
           * @example "3"
           */
          ETag: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "name": "Tom",
           *       "categoryId": 7,
           *       "status": "available"
           *     }
           */
          'application/json': components['schemas']['Pet'];
        };
      };
      400: components['responses']['malformed_request-malformed_json-invalid_body-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      404: components['responses']['pet_not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['pet_has_order'];
      412: components['responses']['precondition_failed'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type-patch'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** @description Maximum number of orders returned, from 1 to 100. */
        limit?: number;
        /** @description Where the previous page ended: opaque, the value of `cursor` in the `Link` header of that page with `rel="next"`, and valid only with the same status and petId. */
        cursor?: string;
        /** @description Restricts the list to orders with that status. */
        status?: components['schemas']['OrderStatus'];
        /** @description Restricts the list to orders for that animal. */
        petId?: Int64;
      };
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of orders. The `Link` header contains the path of the next page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          /**
           * @description Paths of other pages (RFC 8288): `rel="next"`, absent on the last page, and `rel="first"`, absent on the first page.
           * @example </v1/store/orders?limit=20&cursor=zIPBFKCNMTI>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "petId": 1,
           *         "status": "placed",
           *         "reference": "adoption-2026-117",
           *         "placedAt": "2026-11-22T10:15:30.123Z",
           *         "updatedAt": "2026-11-22T10:15:30.123Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Orders'];
        };
      };
      400: components['responses']['malformed_request-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      408: components['responses']['request_timeout'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable'];
    };
  };
  placeOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description A unique key of this create, best a random one: 1 to 255 visible ASCII characters, bare or as a quoted string (RFC 8941). For 24 hours, a repeat with the same body gets the same response, and a repeat with another body is refused. Only keys of successful creates are stored. */
        'Idempotency-Key'?: string;
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOrder'];
      };
    };
    responses: {
      /** @description The placed order, with its id. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          /**
           * @description Path of what the request created.
           * @example /v1/store/orders/1
           */
          Location: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "petId": 1,
           *       "status": "placed",
           *       "reference": "adoption-2026-117",
           *       "placedAt": "2026-11-22T10:15:30.123Z",
           *       "updatedAt": "2026-11-22T10:15:30.123Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['unknown_pet-malformed_request-malformed_json-invalid_body-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      408: components['responses']['request_timeout'];
      409: components['responses']['pet_not_available-idempotency_conflict'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      417: components['responses']['expectation_failed'];
      422: components['responses']['idempotency_mismatch'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the order. The response is 404 if it is not an int64.
         * @example 1
         */
        orderId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "petId": 1,
           *       "status": "placed",
           *       "reference": "adoption-2026-117",
           *       "placedAt": "2026-11-22T10:15:30.123Z",
           *       "updatedAt": "2026-11-22T10:15:30.123Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['malformed_request'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      404: components['responses']['order_not_found'];
      408: components['responses']['request_timeout'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable'];
    };
  };
  completeOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the order. The response is 404 if it is not an int64.
         * @example 1
         */
        orderId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "petId": 1,
           *       "status": "completed",
           *       "reference": "adoption-2026-117",
           *       "placedAt": "2026-11-22T10:15:30.123Z",
           *       "updatedAt": "2026-11-23T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['malformed_request'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      404: components['responses']['order_not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['invalid_order_transition'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  cancelOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the order. The response is 404 if it is not an int64.
         * @example 1
         */
        orderId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "petId": 1,
           *       "status": "cancelled",
           *       "reference": "adoption-2026-117",
           *       "placedAt": "2026-11-22T10:15:30.123Z",
           *       "updatedAt": "2026-11-23T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['malformed_request'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      404: components['responses']['order_not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['invalid_order_transition'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  returnOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path: {
        /**
         * @description Identifier of the order. The response is 404 if it is not an int64.
         * @example 1
         */
        orderId: Int64;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order after the change. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "petId": 1,
           *       "status": "returned",
           *       "reference": "adoption-2026-117",
           *       "placedAt": "2026-11-22T10:15:30.123Z",
           *       "updatedAt": "2026-11-23T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['malformed_request'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      403: components['responses']['read_only_key'];
      404: components['responses']['order_not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['invalid_order_transition'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable-outcome_unknown'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Maximum number of events returned, from 1 to 100. */
        limit?: number;
        /** @description Where the previous page ended: opaque, the value of `cursor` in the `Link` header of that page with `rel="next"`, and valid only with the same type and petId. */
        cursor?: string;
        /** @description Restricts the log to events of that type. Can be repeated: the types then form a list. */
        type?: components['schemas']['EventType'][];
        /** @description Restricts the log to events of that animal: its history. */
        petId?: Int64;
        /** @description With `latest`, the page is empty, and its link leads to the events from now on. Not beside `cursor`. */
        start?: 'latest';
      };
      header?: {
        /** @description An id for this request, 1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`. The response and the log of the service contain it. If the header is sent twice or has another form, the service generates an id. */
        'X-Request-Id'?: components['parameters']['X-Request-Id'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The events after the `cursor`, an empty array if there are none. The `Link` header contains the path of the next page. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Cache-Control': components['headers']['Cache-Control'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          /**
           * @description Path of the events after this page (RFC 8288): `rel="next"`, with the same `limit` and filters.
           * @example </v1/events?limit=20&cursor=phVLvfDTMTIwNy83ZDBjMWIwZS02MmI3LTRkMGMtOWE1NC0xZjFhN2M2ZjJiMTE>; rel="next"
           */
          Link: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "specversion": "1.0",
           *         "id": "7d0c1b0e-62b7-4d0c-9a54-1f1a7c6f2b11",
           *         "source": "/v1",
           *         "type": "order.placed",
           *         "subject": "pets/42",
           *         "time": "2026-11-25T17:24:54.511Z",
           *         "actor": "key_07MhKIMdMgo8T",
           *         "sequence": "0000000000000001207",
           *         "data": {
           *           "pet": {
           *             "id": 42,
           *             "name": "Rex",
           *             "categoryId": 7,
           *             "status": "pending"
           *           },
           *           "order": {
           *             "id": 9,
           *             "petId": 42,
           *             "status": "placed",
           *             "placedAt": "2026-11-25T17:24:54.510Z",
           *             "updatedAt": "2026-11-25T17:24:54.510Z"
           *           }
           *         }
           *       }
           *     ]
           */
          'application/json': components['schemas']['Events'];
        };
      };
      400: components['responses']['malformed_request-invalid_parameter'];
      401: components['responses']['missing_api_key-invalid_api_key'];
      408: components['responses']['request_timeout'];
      410: components['responses']['cursor_gone'];
      417: components['responses']['expectation_failed'];
      429: components['responses']['rate_limited'];
      431: components['responses']['headers_too_large'];
      500: components['responses']['internal_error'];
      503: components['responses']['service_unavailable'];
    };
  };
}
