export { setUp as default } from './test-server.ts';
