export {};
//# sourceMappingURL=faults.extended.spec.d.ts.map