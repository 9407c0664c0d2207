/** The setting TUNING, for dependency injection. */
export class Tuning {
  constructor(readonly isOn: boolean) {}
}
