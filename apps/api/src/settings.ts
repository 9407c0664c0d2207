import { serverSettingDeclarations as server } from '@petstore/bootstrap/settings';
import { databaseLimitSettings, databaseLocationSettings, driverSettings } from '@petstore/database/settings';
import {
  baseUrlParser,
  environmentFileSettings,
  optionalSetting,
  parseSwitch,
  setting,
  type SettingGroup,
} from '@petstore/settings';
import { versionPrefix } from './paths.ts';

export const betaSettings = {
  beta: setting('BETA', parseSwitch, {
    default: 'off',
    meaning: 'whether the service has the beta operations: orders, changes of animals and the change feed',
  }),
};

export const batchingSettings = {
  batching: setting('BATCHING', parseSwitch, {
    default: 'on',
    meaning: 'whether concurrent statements of one kind are combined',
  }),
};

/** The servers that the OpenAPI document lists. */
export const deploymentSettings = {
  production: optionalSetting('PRODUCTION_URL', baseUrlParser(versionPrefix), {
    meaning: 'base address of the production deployment, for the OpenAPI document',
  }),
  staging: optionalSetting('STAGING_URL', baseUrlParser(versionPrefix), {
    meaning: 'base address of the staging deployment, for the OpenAPI document',
  }),
};

const service = ['the service'];
const allPrograms = [...service, '`petstore`'];

/** The declarations of all settings of the service. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'Service', programs: service, settings: { ...server.listenerSettings, ...betaSettings } },
  { title: 'Environment file', programs: allPrograms, settings: environmentFileSettings },
  { title: 'Database', programs: allPrograms, settings: databaseLocationSettings },
  { title: 'Parts that DATABASE_URL lacks', programs: allPrograms, settings: driverSettings },
  { title: 'Database connections', programs: [...service, '`petstore doctor`'], settings: databaseLimitSettings },
  { title: 'Log', programs: service, settings: server.logSettings },
  { title: 'Metrics', programs: service, settings: server.metricsSettings },
  {
    title: 'Requests and connections',
    programs: service,
    settings: { ...server.requestSettings, ...server.clientSettings },
  },
  { title: 'OpenAPI document', programs: service, settings: deploymentSettings },
  { title: 'For measurements only', programs: service, settings: { ...batchingSettings, ...server.tuningSettings } },
];
