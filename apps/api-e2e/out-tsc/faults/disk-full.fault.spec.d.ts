export {};
//# sourceMappingURL=disk-full.fault.spec.d.ts.map