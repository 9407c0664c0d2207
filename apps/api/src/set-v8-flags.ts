import { setV8Flags } from '@petstore/http/tuning/v8-flags';

// Before any other module is loaded, because V8 may decide about an allocation site while the modules are loaded. `config.ts`
// rejects values other than on and off afterwards.
// eslint-disable-next-line no-restricted-properties -- config.ts imports modules that must be loaded with the flags
if (process.env['TUNING'] !== 'off') setV8Flags();
