export {};
//# sourceMappingURL=connection-cut.fault.spec.d.ts.map