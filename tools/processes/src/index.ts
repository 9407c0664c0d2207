// What we build, run as the processes it will be: for whatever tries the whole, end-to-end tests and faults alike.
export { patientLimits } from './patient-limits.ts';
export {
  finish,
  petstore,
  petstoreProcess,
  ServiceProcess,
  startInVain,
  type Finished,
  type Place,
} from './processes.ts';
// What Linux says of any process.
export { memoryOf, parentOf, statOf } from './proc.ts';
