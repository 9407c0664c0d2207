import type { Deadline } from '@petstore/kernel';

/** A caller's question that waits for its answer. It is settled once: what comes later is dropped. */
export class Call<Question, Answer> {
  isSettled = false;

  constructor(
    readonly question: Question,
    readonly deadline: Deadline,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  succeed(answer: Answer): void {
    this.isSettled = true;
    this.resolve(answer);
  }

  fail(error: unknown): void {
    this.isSettled = true;
    this.reject(error);
  }
}
