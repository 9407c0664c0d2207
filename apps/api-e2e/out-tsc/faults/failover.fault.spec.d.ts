export {};
//# sourceMappingURL=failover.fault.spec.d.ts.map