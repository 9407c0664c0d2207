export { end as default } from './server-of-run.ts';
//# sourceMappingURL=end-of-run.d.ts.map