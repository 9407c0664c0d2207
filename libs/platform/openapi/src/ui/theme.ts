import { icon } from './html-page.ts';

// `color-scheme` also sets the colours of scroll bars and form fields.
const everyPage = `
:root {
  color-scheme: light dark;
  --page: #fafafa; --box: #fff; --text: #1f2937; --muted: #4b5563; --line: #d1d5db; --code: #e8eeed; --target: #fef3c7;
  --accent: #0f766e; --get: #1d4ed8; --post: #047857; --deprecated: #4b5563; --warning: #92400e; --danger: #b91c1c;
  --on-color: #fff
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #1c2022; --box: #24292c; --text: #e4e6e6; --muted: #b7bcbf; --line: #545d61; --code: #0b0f10; --target: #453a10;
    --accent: #5eead4; --get: #93c5fd; --post: #6ee7b7; --deprecated: #cbd5e1; --warning: #fcd34d; --danger: #fca5a5;
    --on-color: #080a0b
  }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important }
}
html { box-sizing: border-box; overflow-y: scroll; text-size-adjust: 100% }
*, *::before, *::after { box-sizing: inherit }
body { margin: 0; background: var(--page); color: var(--text) }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`;

const guide = `
.guide { max-width: 860px; margin: 0 auto; padding: 24px 20px 64px; font: 16px/1.55 sans-serif }
.guide h1 { margin: 16px 0; color: var(--accent); line-height: 1.2 }
.guide h2 { margin: 32px 0 8px; font-size: 21px }
.guide p { margin: 8px 0 }
.guide a { color: var(--accent) }
.guide nav ul { columns: 13em; padding-left: 20px }
.guide li { padding: 3px 0 }
.guide code { padding: 2px 4px; border-radius: 3px; background: var(--code); font-size: 14px; overflow-wrap: anywhere }
.guide table { width: 100%; margin-top: 16px; border-collapse: collapse }
.guide td div { display: flex; flex-wrap: wrap }
.guide td div a { flex: 0 1 240px }
.guide td div span { flex: 1 1 240px }
.guide td, .guide th { padding: 8px 16px 8px 4px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.guide :target { background: var(--target) }
`;

const swaggerUi = `
.swagger-ui .introduction { margin: 20px 0 12px }
.swagger-ui .introduction .title { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; color: var(--accent) }
.swagger-ui .introduction .title::before {
  content: ''; width: 36px; height: 36px; background: currentColor; mask: url("${icon}")
}
.swagger-ui .introduction .title small {
  position: static; margin: 0; padding: 3px 10px; background: var(--muted); color: var(--page); font-size: 14px
}
.swagger-ui .introduction p { margin: 10px 0; font-size: 16px }
.swagger-ui .introduction nav { display: flex; flex-wrap: wrap; gap: 4px 24px }
.swagger-ui :is(.introduction, .renderedMarkdown) a { color: var(--accent); text-decoration: underline }
.swagger-ui .introduction nav a { padding: 4px 0; font-size: 14px }
.swagger-ui .renderedMarkdown code {
  padding: 0 4px; background: var(--code); color: inherit; font-size: 13px; font-weight: 400; overflow-wrap: anywhere
}
.swagger-ui .renderedMarkdown p { font-size: 14px; line-height: 1.5 }

.swagger-ui .scheme-container { margin-bottom: 8px; padding: 12px 0; background: var(--box) }
.swagger-ui .scheme-container .schemes { align-items: center; gap: 12px 32px }
.swagger-ui .servers > label { margin: 0 }
.swagger-ui .keys { display: flex; flex: 1 1 400px; flex-wrap: wrap; align-items: center; gap: 12px 24px }
.swagger-ui .key-instructions { flex: 1 1 280px }
.swagger-ui .key-instructions p { margin: 0 }
.swagger-ui .btn:is(.authorize, .execute) { border-color: var(--accent) }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg { color: var(--accent) }
.swagger-ui .btn.execute { background: var(--accent); color: var(--on-color) }
.swagger-ui .btn.cancel { border-color: var(--danger); color: var(--danger) }

.swagger-ui .opblock .opblock-summary-method { background: var(--get); color: var(--on-color); text-shadow: none }
.swagger-ui .opblock-post .opblock-summary-method { background: var(--post) }
.swagger-ui .opblock-deprecated { opacity: 1; border-color: var(--line); border-style: dashed }
.swagger-ui .opblock-deprecated .opblock-summary-method { background: var(--deprecated) }
.swagger-ui .opblock-deprecated .opblock-summary-description { color: var(--warning); font-weight: 600 }
.swagger-ui .marked { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; max-width: 100% }
.swagger-ui .stability {
  padding: 1px 8px; border-radius: 10px; background: var(--warning); color: var(--on-color); font: 600 12px/1.5 sans-serif
}
.swagger-ui .opblock .opblock-summary .view-line-link { display: none }
.swagger-ui .opblock-body textarea { min-height: 150px }
.swagger-ui :is(.parameter__in, .prop-format, .json-schema-2020-12-expand-deep-button) { color: var(--muted) }
.swagger-ui .examples-select__section-label { color: var(--text) }
.swagger-ui .parameter__name.required :is(span, &::after) { color: var(--danger) }
.swagger-ui .json-schema-2020-12__constraint { background: var(--get); color: var(--on-color) }
.swagger-ui .json-schema-2020-12__constraint--string { background: var(--warning) }
.swagger-ui :is(h6, .parameter__in, .response-controls small, .response-controls code) { font-size: 12px }
.swagger-ui .response-control-media-type__accept-message { color: var(--muted) }
.swagger-ui .download-contents { background: #4b5563; color: #fff }
/* The highlighter has an inline style. */
.swagger-ui .curl { max-height: none; white-space: pre-wrap !important; overflow-wrap: anywhere }
.swagger-ui .curl code { white-space: inherit !important }
/* Space for the buttons that lie over the end of the text. */
.swagger-ui .curl-command .curl { padding-right: 48px !important }
.swagger-ui .highlight-code:has(.download-contents) .microlight { padding-bottom: 56px !important }

.swagger-ui .responses-table td { padding: 6px 0; vertical-align: top }
.swagger-ui .responses-table .response-col_status { padding-right: 16px }
.swagger-ui .response-col_links { display: none }
.swagger-ui .responses-table .col_header { font-size: 12px }
.swagger-ui .headers :is(td, p) { padding-right: 12px; color: inherit; font: 13px/1.4 sans-serif }
.swagger-ui .error-line button {
  width: 100%; padding: 0; border: 0; background: none; color: inherit; font: 14px monospace; text-align: left; cursor: pointer
}
.swagger-ui .error-line button::before { content: '▸ ' }
.swagger-ui .error-line [aria-expanded='true']::before { content: '▾ ' }
.swagger-ui .error-details .response-col_status { visibility: hidden }

.swagger-ui dialog { padding: 0; border: 0 }
.swagger-ui dialog p { margin: 0; font-size: 14px }
.swagger-ui .key-storage { display: flex; align-items: center; gap: 8px; margin: 12px 0 4px }
.swagger-ui .key-storage input { width: 20px; height: 20px; margin: 0 }
`;

/**
 * The style sheet of the documentation's pages. The style sheet of Swagger UI is in a cascade layer, so the rules here apply
 * whatever its selectors are.
 */
export const theme = everyPage + guide + swaggerUi;
