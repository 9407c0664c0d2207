import type { HttpError } from '../response/http-error.ts';
import { platformErrors } from '../response/platform-errors.ts';

/** Media types of a JSON Merge Patch (RFC 7396). Many clients can only send `application/json`. */
export const mergePatchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** The header that lists the media types of patches (RFC 5789, section 3.1). */
export const acceptPatchHeaders = { 'Accept-Patch': mergePatchTypes.join(', ') };

/** The 415 of an operation with a JSON Merge Patch. RFC 5789, section 2.2, asks for the header. */
export const unsupportedPatch: HttpError = {
  ...platformErrors.unsupported_media_type,
  meaning: `The body is neither ${mergePatchTypes.join(' nor ')} in plain UTF-8.`,
  headers: acceptPatchHeaders,
};
