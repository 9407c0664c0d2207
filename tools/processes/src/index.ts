// What we build, run as the processes it will be: for whatever tries the whole, end-to-end tests and faults alike.
export { freePorts } from './free-ports.ts';
export { patientLimits } from './patient-limits.ts';
export { finish, petstore, petstoreProcess, startInVain, type Finished } from './processes.ts';
// What Linux says of any process.
export { memoryOf, parentOf, mainThreadStatOf, statOf } from './proc.ts';
export { ServiceProcess, type Place } from './service-process.ts';
