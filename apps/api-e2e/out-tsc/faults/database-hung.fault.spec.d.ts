export {};
//# sourceMappingURL=database-hung.fault.spec.d.ts.map