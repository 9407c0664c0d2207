// What we build, run as the processes it will be: for whatever tries the whole, end-to-end tests and faults alike.
export { finish, petstore, petstoreProcess, startInVain, type Finished, type Place } from './processes.ts';
export { patientLimits, ServiceProcess } from './service-process.ts';
// What Linux says of any process.
export { memoryOf, parentOf, statOf } from './proc.ts';
