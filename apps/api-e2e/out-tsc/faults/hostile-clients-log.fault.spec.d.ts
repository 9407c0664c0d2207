export {};
//# sourceMappingURL=hostile-clients-log.fault.spec.d.ts.map