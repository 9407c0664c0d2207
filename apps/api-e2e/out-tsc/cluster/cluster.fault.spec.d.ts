export {};
//# sourceMappingURL=cluster.fault.spec.d.ts.map