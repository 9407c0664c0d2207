export {};
//# sourceMappingURL=hostile-clients.fault.spec.d.ts.map