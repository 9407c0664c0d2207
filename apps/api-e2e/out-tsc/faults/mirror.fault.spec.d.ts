export {};
//# sourceMappingURL=mirror.fault.spec.d.ts.map