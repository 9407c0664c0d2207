export { end as default } from './server-of-run.ts';
