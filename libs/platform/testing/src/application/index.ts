export { LogCapture, type LogLine } from './log-capture.ts';
export {
  startTestApplication,
  type Client,
  type TestApplication,
  type TestApplicationOptions,
} from './test-application.ts';
