export {};
//# sourceMappingURL=database-killed.fault.spec.d.ts.map