import { setV8Flags } from '@petstore/http/tuning/v8-flags';

// Before any other module is loaded, because V8 may decide about an allocation site while the modules are loaded. `config.ts`
// rejects values other than on and off afterwards.
if (process.env['TUNING'] !== 'off') setV8Flags();
