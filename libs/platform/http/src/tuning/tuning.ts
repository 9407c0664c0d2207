/** The setting TUNING as a class, because Nest injects by class. */
export class Tuning {
  constructor(readonly isOn: boolean) {}
}
