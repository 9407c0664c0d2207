import type { Part } from '../model/part.ts';

/** Who sends the values that a part describes: the client (`request`) or the service (`response`). */
export type Direction = 'request' | 'response';

/** Where a difference is, for a reader. */
export interface Place {
  /** Method and path; undefined for what no operation contains. */
  readonly operation?: string | undefined;
  readonly direction?: Direction | undefined;
  /** Part of the request or response: "query parameter `limit`". */
  readonly message?: string | undefined;
  /** Status of the response. */
  readonly status?: string | undefined;
  /** Path of the value in the body: `[].name`. */
  readonly property?: string | undefined;
}

/** One difference between two models. */
export interface Difference {
  /** Kind of the object and key, such as `Schema.maxLength`; of an item of a list or map, such as `ParameterList.*`. */
  readonly address: string;
  readonly key: string;
  /** `changed`: both documents have the part, or one of them has it with its default value. */
  readonly change: 'added' | 'removed' | 'changed';
  readonly before: Part | undefined;
  readonly after: Part | undefined;
  /** The objects that contain the part. */
  readonly beforeParent: Part | undefined;
  readonly afterParent: Part | undefined;
  /** The operation in both documents; undefined if there is none around the part. */
  readonly operations: { readonly before: Part; readonly after: Part } | undefined;
  readonly place: Place;
}
