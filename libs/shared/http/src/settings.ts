// The settings that every service has. Loads no Nest, so that a service can report an invalid setting soon after its start.
export * as serverSettingDeclarations from './server-setting-declarations.ts';
export { readServerSettings, type ServerSettings } from './server-settings.ts';
