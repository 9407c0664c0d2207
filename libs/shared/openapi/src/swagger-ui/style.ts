const paw =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0f766e"><circle cx="6.5" cy="14" r="3.5"/>' +
  '<circle cx="12.5" cy="7.5" r="3.5"/><circle cx="19.5" cy="7.5" r="3.5"/><circle cx="25.5" cy="14" r="3.5"/>' +
  '<path d="M16 13c5 0 9 6 9 10 0 3-2 4-4 4s-3-1-5-1-3 1-5 1-4-1-4-4c0-4 4-10 9-10z"/></svg>';

/** The icon of the page, as a data URL. */
export const icon = `data:image/svg+xml,${encodeURIComponent(paw)}`;

/** The style of the page, in addition to that of Swagger UI: contrast of WCAG 2.2 AA in both colour schemes, wrapping, and phones. */
export const style = `
:root { --accent: #0f766e; --text: #1f2937; --muted: #4b5563; --get: #1d4ed8; --post: #047857; --patch: #6d28d9 }
html.dark-mode { --accent: #5eead4; --muted: #b7bcbf }
html.dark-mode body { background: #1c2022 }
html.dark-mode .swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: var(--muted) }
html.dark-mode .swagger-ui .opblock-summary-control:focus-visible { outline: 2px solid var(--accent) !important }
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important; transition: none !important } }

.swagger-ui .info { margin: 20px 0 12px }
.swagger-ui .info .title { color: var(--accent) }
.swagger-ui .info .title small { position: static; background: var(--muted) }
.swagger-ui .info .title small.version-stamp { background: var(--muted) }
.swagger-ui .info :is(p, li) { margin: 6px 0; color: var(--text) }
.swagger-ui .info :is(.info__contact, .info__license) { display: none }
.swagger-ui .info a, .swagger-ui .renderedMarkdown a { color: var(--accent); text-decoration: underline }
.swagger-ui .renderedMarkdown code, .swagger-ui .info code {
  padding: 0 4px; background: #e8eeed; color: inherit; font-size: 13px; overflow-wrap: anywhere
}
.swagger-ui .scheme-container { margin-bottom: 8px; padding: 12px 0 }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { border-color: var(--accent) }
.swagger-ui .btn.authorize { color: var(--accent) }
.swagger-ui .btn.authorize svg { fill: var(--accent) }
.swagger-ui .btn.execute { background: var(--accent) }
/* Every operation is always open for requests. */
.swagger-ui .try-out__btn.cancel { display: none }

.swagger-ui .opblock .opblock-summary-method { text-shadow: none }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--get) }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--post) }
.swagger-ui .opblock.opblock-patch { border-color: var(--patch); background: #f5f3ff }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: var(--patch) }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #b45309 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b91c1c }
.swagger-ui .opblock.opblock-deprecated { opacity: 1; border-style: dashed }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: var(--muted) }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-description { color: #92400e; font-weight: 600 }
.swagger-ui .opblock .opblock-summary .view-line-link { display: none }
.swagger-ui .opblock-body textarea { min-height: 150px }
.swagger-ui table.parameters tbody td.parameters-col_name { padding-right: 16px }
.swagger-ui :is(.parameters-col_description, .response-col_description) .renderedMarkdown p { font-size: 14px }
/* The request id is in the guide of the API. A field for it in each form would be in the way. */
.swagger-ui tr[data-param-name='X-Request-Id'] { display: none !important }
.swagger-ui :is(.parameter__in, .prop-format, .parameter__type, .json-schema-2020-12-expand-deep-button) { color: var(--muted) }
.swagger-ui .parameter__name.required :is(span, &::after) { color: #b91c1c }
.swagger-ui .json-schema-2020-12__attribute { text-transform: none }
.swagger-ui .json-schema-2020-12__constraint { background: var(--get); color: #fff }
.swagger-ui .json-schema-2020-12__constraint--string { background: #92400e }
.swagger-ui :is(.response-control-media-type__accept-message, .response-controls small, .examples-select__section-label,
  .json-schema-2020-12-core-keyword__value--secondary p) { color: var(--muted) }
.swagger-ui .download-contents { background: #4b5563; color: #fff }
/* The highlighter has an inline style. */
.swagger-ui .curl { max-height: none; white-space: pre-wrap !important; overflow-wrap: anywhere }
.swagger-ui .curl code { white-space: inherit !important }

.swagger-ui .responses-table td { padding: 6px 0; vertical-align: top }
.swagger-ui .responses-table .response-col_status { padding-right: 16px }
.swagger-ui .response-col_links { display: none }
/* Swagger UI's own block of the received headers. */
.swagger-ui .live-responses-table div:has(> pre > .headerline), .swagger-ui .headers__title { display: none }
.swagger-ui .headers-block { margin: 10px 0 }
.swagger-ui .headers-block summary { font: 600 12px sans-serif; cursor: pointer }
.swagger-ui .next-page { color: var(--accent); font: 600 14px sans-serif; text-decoration: underline }
.swagger-ui table.headers :is(td, p) { padding-right: 12px; color: inherit; font: 13px/1.4 sans-serif }
.swagger-ui .error-line button {
  width: 100%; padding: 0; border: 0; background: none; color: inherit; font: 14px monospace; text-align: left; cursor: pointer
}
.swagger-ui .error-line button::before { content: '▸ ' }
.swagger-ui .error-line [aria-expanded='true']::before { content: '▾ ' }
.swagger-ui .error-details .response-col_status { visibility: hidden }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui .schemes .servers > label { display: block; margin-right: 0 }
  .swagger-ui .servers select { width: 100%; min-width: 0 }
  .swagger-ui :is(.headers, .parameters) :is(&, tbody, tr, td) { display: block; width: 100% }
  .swagger-ui :is(.headers, .parameters) thead { display: none }
  .swagger-ui table.parameters tbody td.parameters-col_name { padding: 4px 0 }
}
`;
