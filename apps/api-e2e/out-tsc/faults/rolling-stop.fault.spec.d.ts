export {};
//# sourceMappingURL=rolling-stop.fault.spec.d.ts.map