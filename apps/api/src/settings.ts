import { serverSettingDeclarations as server } from '@petstore/http/settings';
import { databaseLimitSettings, databaseLocationSettings, driverSettings } from '@petstore/database/settings';
import { environmentFileSettings, type SettingGroup } from '@petstore/settings';

const service = ['the service'];
const allPrograms = [...service, '`petstore`'];

/** The declarations of all settings of the service. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'Service', programs: service, settings: { ...server.listenerSettings, ...server.betaSettings } },
  { title: 'Environment file', programs: allPrograms, settings: environmentFileSettings },
  { title: 'Database', programs: allPrograms, settings: databaseLocationSettings },
  { title: 'Parts that DATABASE_URL lacks', programs: allPrograms, settings: driverSettings },
  { title: 'Database connections', programs: service, settings: databaseLimitSettings },
  { title: 'Log', programs: service, settings: server.logSettings },
  { title: 'Metrics', programs: service, settings: server.metricsSettings },
  {
    title: 'Requests and connections',
    programs: service,
    settings: { ...server.requestSettings, ...server.clientSettings },
  },
  { title: 'OpenAPI document', programs: service, settings: server.deploymentSettings },
];
