import { type ProvokedResponses } from './provoke.ts';
import { type TestApp } from './test-app.ts';
/** Adds a pet with the next id, from 1. */
export declare function addPet(app: TestApp): Promise<void>;
/** The responses of the operations that both documents have. */
export declare const provokedResponses: ProvokedResponses;
export declare function startProvokedApp(): Promise<TestApp>;
//# sourceMappingURL=provoked-responses.d.ts.map